conda create -y -n issue_resize-antialias python=3.11
conda activate issue_resize-antialias
pip install -r requirements.txt pytest
pytest -sx test_issue_resize-antialias.py
