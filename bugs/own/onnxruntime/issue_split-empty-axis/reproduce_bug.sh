conda create -y -n issue_split-empty-axis python=3.11
conda activate issue_split-empty-axis
pip install -r requirements.txt pytest
pytest -sx test_issue_split-empty-axis.py
