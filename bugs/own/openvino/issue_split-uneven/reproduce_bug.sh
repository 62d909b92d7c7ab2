conda create -y -n issue_split-uneven python=3.11
conda activate issue_split-uneven
pip install -r requirements.txt pytest
pytest -sx test_issue_split-uneven.py
