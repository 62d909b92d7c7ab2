conda create -y -n issue_resize-aspect-ratio python=3.11
conda activate issue_resize-aspect-ratio
pip install -r requirements.txt pytest
pytest -sx test_issue_resize-aspect-ratio.py
