"""Modules do not import each other in a circle."""

from graphlib import TopologicalSorter

import grimp


def test_there_are_no_import_cycles_at_run_time() -> None:
    """Import-linter checks the layers, but not the modules within one."""
    graph = grimp.build_graph("naqala", exclude_type_checking_imports=True)
    imports = {each: graph.find_modules_directly_imported_by(each) for each in graph.modules}
    assert len(imports) > 200
    TopologicalSorter(imports).prepare()  # CycleError names the modules
