conda create -y -n issue_pruned-deepcopy python=3.11
conda activate issue_pruned-deepcopy
pip install -r requirements.txt pytest
pytest -sx test_issue_pruned-deepcopy.py
